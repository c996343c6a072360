extends RefCounted
## The colours of the whole demo, named after what they are for.

const NIGHT := Color("0e0f16")
const AMBIENT := Color("8087a8")
const TARMAC := Color("5d6070")
const TARMAC_DARK := Color("545767")
const GRAVEL := Color("6b6a72")
const GRAVEL_DARK := Color("45454e")
const RAIL := Color("9aa3b5")
const GRASS := Color("4c6a54")
const CONTAINERS: Array[Color] = [
	Color("a3564c"), Color("4f7a86"), Color("7f8a52"), Color("b07a3c")
]
const FLOOR := Color("4a4f63")
const FLOOR_DARK := Color("434859")
const FLOOR_LINE := Color("3a3e4e")
const MARKING := Color("c9a14a")
const WALL := Color("1d2030")
const WALL_EDGE := Color("3b4260")
const STONE := Color("767d99")
const STONE_DARK := Color("555b75")
const WOOD := Color("b5854f")
const WOOD_DARK := Color("8a6038")
const WOOD_LINE := Color("5c3f27")
const STEEL := Color("5d6f86")
const STEEL_DARK := Color("39465a")
const GOODS: Array[Color] = [
	Color("b5854f"), Color("7f9c86"), Color("a3645c"), Color("8b8fb5"), Color("c2a565")
]

const LAMP := Color("ffd9a0")
const PLAYER := Color("5fd8c4")
const PLAYER_DARK := Color("1f6f6c")
const GUARD := Color("e7e2d3")
const GUARD_DARK := Color("39405c")
const VERA := Color("5b3f57")
const DOG := Color("8a6038")
const SKIN := Color("e0b392")
const GHOST := Color("b9a0ff")
const NOISE := Color("9fd4ff")
const ROCK := Color("c4c7d4")

const CALM := Color("f4dc8c")
const WARY := Color("ff9f45")
const ALARM := Color("ff5252")
const GOOD := Color("7ee08f")

const PAPER := Color("e9ebf5")
const PAPER_DIM := Color("9aa0bb")
const PANEL := Color("12141ee0")
