import type { Line } from '../model.ts'
import { chilled } from './chilled.ts'
import { frozenAndDrinks } from './frozen-and-drinks.ts'
import { homeAndCare } from './home-and-care.ts'
import { pantry } from './pantry.ts'
import { snacksAndSweets } from './snacks-and-sweets.ts'

/** Every line of the sample; its variants are the items. */
export const lines: Line[] = [...chilled, ...frozenAndDrinks, ...snacksAndSweets, ...pantry, ...homeAndCare]
