import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayBounds, instant } from './instant.ts'

describe('instant', () => {
  test('parses ISO 8601 like the platform, with any offset', () => {
    const date = fc.date({ min: new Date(0), max: new Date(Date.UTC(2100, 0)), noInvalidDate: true })
    fc.assert(
      fc.property(date, fc.integer({ min: -840, max: 840 }), (at, offset) => {
        const local = new Date(at.getTime() + offset * 60_000).toISOString().slice(0, -1)
        const digits = (value: number) => String(value).padStart(2, '0')
        const minutes = Math.abs(offset)
        const zone = `${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`
        expect(instant(`${local}${offset < 0 ? '-' : '+'}${zone}`)).toBe(at.getTime())
        expect(instant(at.toISOString())).toBe(at.getTime())
      }),
    )
  })
  test.each([
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['2024-02-29T10:00', Date.UTC(2024, 1, 29, 10)],
    ['2024-02-29T10:00:00.1234567+0200', Date.UTC(2024, 1, 29, 8, 0, 0, 123)],
    ['2023-02-29', undefined],
    ['2024-13-01', undefined],
    ['2024-01-01T25:00:00Z', undefined],
    ['yesterday', undefined],
    ['', undefined],
  ])('parses or rejects %j', (text, expected) => {
    expect(instant(text)).toBe(expected)
  })
})

test('returns the bounds of a calendar day, to its last millisecond', () => {
  expect(dayBounds('20240229')).toEqual({ first: Date.UTC(2024, 1, 29), last: Date.UTC(2024, 2, 1) - 1 })
  expect([dayBounds('20240230'), dayBounds('2024-02-01'), dayBounds('')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
