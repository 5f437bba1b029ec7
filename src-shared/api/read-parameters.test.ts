import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endpoints } from './endpoints.ts'
import { imageParameterNames, itemParameters } from './item-parameters.ts'
import { checkTogether, isCalendarDay, readParameters } from './read-parameters.ts'

const read = (query: string, version: 'v2' | 'v2.1' = 'v2.1') =>
  readParameters(itemParameters, version, new URLSearchParams(query))

describe('readParameters', () => {
  it('reads each type', () => {
    const { values, problems } = read(
      'q=green tea&upc=0 36000-29145 2&since=20240229&idx=5&limit=5000&v=true&pi=b&epf=50&epf=100&epf=50&eip=72',
    )
    expect(problems).toEqual([])
    expect(values).toEqual({
      q: 'green tea',
      upc: '036000291452',
      since: '20240229',
      idx: 5,
      limit: 5000,
      v: true,
      pi: 'b',
      epf: [50, 100],
      eip: 72,
    })
  })
  it('treats an empty value as absent', () => {
    expect(read('q=&limit=&since=%20&epf=')).toEqual({ values: {}, problems: [] })
  })
  it('reads `before` as `until`, and refuses two different values', () => {
    expect(read('before=20240101').values).toEqual({ until: '20240101' })
    expect(read('before=20240101&until=20240101').problems).toEqual([])
    expect(read('before=20240102&until=20240101').problems).toEqual([
      { name: 'before', reason: 'is given twice with different values' },
    ])
  })
  it('reads esi and allImg in v2 only', () => {
    expect(read('esi=perhaps&allImg=X', 'v2.1').problems).toEqual([])
    expect(read('esi=perhaps&allImg=X', 'v2').problems.map(({ name }) => name)).toEqual(['esi', 'allImg'])
    expect(read('esi=true&allImg=Y', 'v2').values).toEqual({ esi: true, allImg: 'Y' })
  })
  it.each([
    ['limit', '-1'],
    ['limit', '1e2'],
    ['limit', '+5'],
    ['idx', 'first'],
    ['idx', '1.5'],
    ['since', '20240230'],
    ['since', '2024-01-01'],
    ['until', '20241301'],
    ['upc', '123456789012345'],
    ['upc', '12345A'],
    ['v', 'TRUE'],
    ['v', '1'],
    ['profile', 'full'],
    ['pi', 'x'],
    ['ptga', '75'],
    ['pip', '0'],
    ['eip', '72.5'],
    ['ef', 'gif'],
    ['ep', '51'],
    ['epl', '0100'],
    ['epf', '601'],
    ['epr', 'big'],
  ])('refuses %s=%s with a reason', (name, value) => {
    const { values, problems } = readParameters(
      itemParameters,
      'v2.1',
      new URLSearchParams({ [name]: value }),
    )
    expect(values).toEqual({})
    expect(problems).toEqual([{ name, reason: expect.stringMatching(/^must be /) }])
  })
  it('lists every problem at once', () => {
    expect(read('idx=a&limit=b&epf=1&epf=2').problems.map(({ name }) => name)).toEqual([
      'idx',
      'limit',
      'epf',
      'epf',
    ])
  })
})

describe('checkTogether', () => {
  it('requires a selector, unless the path names the item', () => {
    expect(checkTogether(endpoints.item, false, { limit: 5 })).toHaveLength(1)
    expect(checkTogether(endpoints.item, true, {})).toEqual([])
    expect(checkTogether(endpoints.item, false, { until: '20240101' })).toEqual([])
  })
  it('refuses a range of days, and a window, that end before they start', () => {
    expect(checkTogether(endpoints.item, false, { since: '20240102', until: '20240101' })).toHaveLength(1)
    expect(checkTogether(endpoints.itemFeedStatus, true, { offset: 5, limit: 4 })).toHaveLength(1)
    expect(checkTogether(endpoints.itemFeedStatus, true, { offset: 5, limit: 5 })).toEqual([])
  })
})

describe('isCalendarDay', () => {
  it('accepts only days that exist', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.nat(13), fc.nat(32), (year, month, day) => {
        const text = `${String(year).padStart(4, '0')}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`
        const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
        const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        expect(isCalendarDay(text)).toBe(
          month >= 1 && month <= 12 && day >= 1 && day <= (days[month - 1] ?? 0),
        )
      }),
    )
  })
})

it('the image parameters are those in the image sections', () => {
  expect(imageParameterNames.toSorted()).toEqual(
    ['allImg', 'ef', 'eip', 'ep', 'epf', 'epl', 'epr', 'esi', 'pi', 'pip', 'ptga'].toSorted(),
  )
})
