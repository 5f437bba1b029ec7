import { describe, expect, it } from 'vitest'
import {
  bestForSide,
  derivedView,
  ecommerceSides,
  ecommerceViews,
  isScaleView,
  parseDerivedView,
  parseView,
  rankForSide,
  scaleViews,
  viewLabel,
  viewName,
} from './views.ts'

describe('view codes', () => {
  it('are parsed', () => {
    expect(parseView('A1C1')).toEqual({ type: 'A', facing: '1', angle: 'C', state: '1' })
    expect(parseView(' a7n0 ')).toEqual({ type: 'A', facing: '7', angle: 'N', state: '0' })
  })
  it.each(['', 'A', 'A4C1', 'A1C1x', 'front', 'E_A1C1_600x600', 'A1C😀'])(
    'are undefined for other texts: "%s"',
    (code) => {
      expect(parseView(code)).toBeUndefined()
    },
  )
  it('have a label; unknown codes are shown unchanged', () => {
    expect(viewLabel('A1C1')).toBe('Front, centre, in packaging')
    expect(viewLabel('C2N0')).toBe('Left, no plunge angle, out of packaging (high-resolution product image)')
    expect(viewLabel('E_A1C1_600x600')).toBe('Front, centre, in packaging, 600 x 600 pixels')
    expect(viewLabel('B1C1')).toBe('Front next to a ruler (product image with supporting elements)')
    expect(viewLabel('house-code')).toBe('house-code')
  })
})

describe('scale images', () => {
  it('have GS1 view codes, and no e-commerce image is made from them', () => {
    expect(scaleViews.every((code) => parseView(code) !== undefined && isScaleView(code))).toBe(true)
    expect(isScaleView(' b1c1 ')).toBe(true)
    expect(['A1C1', 'B1N1', '', 'E_B1C1_50x50'].filter(isScaleView)).toEqual([])
    expect(ecommerceSides.flatMap(ecommerceViews).filter(isScaleView)).toEqual([])
  })
})

describe('e-commerce images', () => {
  it('use the fallback views in the specified order', () => {
    expect(ecommerceViews('front')).toEqual(['A1C1', 'A1N1', 'C1C1', 'C1N1'])
    expect(ecommerceViews('left')).toEqual(['A2C1', 'A2N1', 'C2C1', 'C2N1'])
    expect(ecommerceViews('right')).toEqual(['A8C1', 'A8N1', 'C8C1', 'C8N1'])
  })
  it('use any code that shows the side: specified views first, edited images first', () => {
    const medium = (view: string, type = 'original') => ({ view, type })
    expect(rankForSide('A1A3', 'front')).toBe(4)
    expect(rankForSide('a1c1', 'front')).toBe(0)
    for (const none of ['A2A3', 'A0C1', 'B1C1', 'D1C1', 'A1C', 'A1C1X', 'E_A1C1_50x50', 'front'])
      expect(rankForSide(none, 'front'), none).toBeUndefined()
    const media = [medium('A1A3'), medium('A1N1'), medium('A1N1', 'edited'), medium('A8R2')]
    expect(bestForSide(media, 'front')).toBe(media[2])
    expect(bestForSide([medium('B1C1'), medium('A1A3')], 'front')).toEqual(medium('A1A3'))
    expect(bestForSide(media, 'right')).toBe(media[3])
    expect(bestForSide(media, 'left')).toBeUndefined()
  })
  it('have names of their source view and size', () => {
    expect(derivedView('A1A3', 1000)).toBe('E_A1A3_1000x1000')
    expect(parseDerivedView('E_A1A3_1000x1000')).toEqual({ source: 'A1A3', width: 1000, height: 1000 })
    expect(derivedView('A1C1', 600)).toBe('E_A1C1_600x600')
    expect(parseDerivedView('E_A1C1_600x600')).toEqual({ source: 'A1C1', width: 600, height: 600 })
    expect(parseDerivedView('E_A1C1_0x600')).toBeUndefined()
  })
})

it('names a view by label and code, and an unknown code by the code alone', () => {
  expect(viewName('A1C1')).toBe('Front, centre, in packaging (A1C1)')
  expect(viewName('shelf')).toBe('shelf')
})
