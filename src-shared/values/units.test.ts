import { describe, expect, it } from 'vitest'
import { unitCode, unitOf, unitOptions, unitSymbol, units } from './units.ts'

describe('units', () => {
  it.each([
    ['g', 'GRM'],
    ['G', 'GRM'],
    ['kg', 'KGM'],
    ['MG', 'MGM'],
    ['UG', 'MC'],
    ['µg', 'MC'],
    ['oz', 'ONZ'],
    ['lbs', 'LBR'],
    ['ML', 'MLT'],
    ['L', 'LTR'],
    ['cm', 'CMT'],
    ['in', 'INH'],
    ['fl. oz.', 'OZA'],
    ['KCAL', 'E14'],
    ['KJ', 'KJO'],
    [' GRM ', 'GRM'],
  ])('reads %s as %s', (text, code) => {
    expect(unitOf(text)?.code).toBe(code)
    expect(unitCode(text)).toBe(code)
  })

  it('keeps unknown units unchanged', () => {
    expect(unitOf('hogshead')).toBeUndefined()
    expect(unitCode('hogshead')).toBe('hogshead')
    expect(unitSymbol('hogshead')).toBe('hogshead')
  })

  it('shows every code as its symbol, and no spelling has two meanings', () => {
    for (const unit of units) expect(unitSymbol(unit.code)).toBe(unit.symbol)
    const spellings = units.flatMap(({ code, symbol, name, aliases }) => [
      ...new Set([code, symbol, name, ...aliases].map((text) => text.toLowerCase())),
    ])
    expect(spellings.filter((text, index) => spellings.indexOf(text) !== index)).toEqual([])
  })

  it('offers the units of a quantity', () => {
    expect(unitOptions('energy').map(({ value }) => value)).toEqual(['E14', 'KJO'])
    expect(unitOptions()).toHaveLength(units.length)
  })
})
