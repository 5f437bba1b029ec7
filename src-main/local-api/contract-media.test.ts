import { expect, test } from 'vitest'
import { imageSizes } from '../../src-shared/api/item-parameters.ts'
import { measured, mediaOfItem } from '../testing/contract-pictures.ts'
import { describeContract } from '../testing/contract-service.ts'

const both = ['v2', 'v2.1'] as const

/** Pictures as stored (contract-catalog.ts), by their sides. */
const front = 'original A1C1 jpeg 640x480@300'
const cut = 'edited A1C1 png 320x400@300'
const left = 'original A2C1 jpeg 640x480@300'
const right = 'original A8C1 jpeg 640x480@300'
const everything = [front, cut, left, right]
const square = (view: string, size: number | string, format = 'jpeg') =>
  `edited E_${view}_${size}x${size} ${format} ${size}x${size}`

/** Versions, image parameters, and what is listed and served for them; densities of squares are left out. */
const cases: [readonly string[], string, string[]][] = [
  [both, 'pi=o', [front, left, right]],
  [both, 'pi=c', [cut]],
  [both, 'pi=b', everything],
  [both, 'pi=none', []],
  [both, 'pi=', []],
  [both, 'pi=o&pi=o', [front, left, right]],
  [both, 'pi=c&pip=150', ['edited A1C1 png 160x200@150']],
  [both, 'pi=c&pip=300', [cut]],
  [both, 'pi=c&pip=600', [cut]],
  [both, 'pi=o&pip=75', ['A1C1', 'A2C1', 'A8C1'].map((view) => `original ${view} jpeg 160x120@75`)],
  [both, 'pi=c&ptga=50', ['edited A1C1 tga 0.80 within 50 KB']],
  [both, 'pi=c&ptga=100', ['edited A1C1 tga 0.80 within 100 KB']],
  [both, 'pi=c&ptga=100&pip=150', ['edited A1C1 tga 0.80 within 50 KB']],
  [both, 'ptga=50', []],
  [both, 'pip=72', []],
  [both, 'ef=png', []],
  [both, 'eip=72', []],
  ...imageSizes.flatMap((size): [readonly string[], string, string[]][] => [
    [both, `epf=${size}`, [square('A1C1', size)]],
    [both, `epl=${size}`, [square('A2C1', size)]],
    [both, `epr=${size}`, [square('A8C1', size)]],
    [both, `ep=${size}`, ['A1C1', 'A2C1', 'A8C1'].map((view) => square(view, size))],
  ]),
  [both, 'epf=50&epf=200', [square('A1C1', 50), square('A1C1', 200)]],
  [both, 'epf=50&epf=50', [square('A1C1', 50)]],
  [both, 'epf=50&epl=100&epr=150', [square('A1C1', 50), square('A2C1', 100), square('A8C1', 150)]],
  [both, 'epf=100&ef=jpg', [square('A1C1', 100)]],
  [both, 'epf=100&ef=png', [square('A1C1', 100, 'png')]],
  [both, 'epf=100&ef=tif', [square('A1C1', 100, 'tiff')]],
  [both, 'pi=c&epr=50', [cut, square('A8C1', 50)]],
  [['v2'], 'allImg=Y', everything],
  [['v2'], 'allImg=N', []],
  [['v2'], 'pi=o&allImg=Y', [front, left, right, cut]],
  [['v2'], 'esi=true', []],
  [['v2'], 'esi=false', []],
  [['v2.1'], 'allImg=Y', []],
  [['v2.1'], 'pi=c&allImg=Y&esi=true', [cut]],
]

const withoutSquareDensity = (facts: string) => (facts.includes(' E_') ? facts.replace(/@\d+$/, '') : facts)

describeContract((service) => {
  test.each(
    cases.flatMap(([versions, query, expected]) =>
      versions.map((version) => [version, query, expected] as const),
    ),
  )('%s item/100?%s', async (version, query, expected) => {
    const media = await mediaOfItem(service(), `/${version}/item/100?${query}`)
    const found = await Promise.all(media.map((medium) => measured(service(), medium)))
    expect(found.map(withoutSquareDensity).sort()).toEqual([...expected].sort())
  })

  const scale = 'original B1C1 png 640x480@300'
  /** Version 2 asks for scale images by a parameter of their own, 2.1 has `pi` only. */
  test.each<[string, string[]]>([
    ['/v2/item/102?esi=true', [scale]],
    ['/v2/item/102?esi=false', []],
    ['/v2/item/102?esi=', []],
    ['/v2/item/102?pi=b', []],
    ['/v2/item/102?pi=b&esi=true', [scale]],
    ['/v2/item/102?pi=o&pip=150&esi=true', [scale]],
    ['/v2/item/102?allImg=Y', [scale]],
    ['/v2/item/102?allImg=Y&esi=true', [scale]],
    ['/v2/item/102?epf=50&ep=50', []],
    ['/v2.1/item/102?esi=true', []],
    ['/v2.1/item/102?esi=true&allImg=Y', []],
    ['/v2.1/item/102?pi=b', [scale]],
    ['/v2.1/item/102?pi=o&esi=false', [scale]],
    ['/v2.1/item/102?pi=c', []],
    ['/v2.1/item/102?epf=50&ep=50', []],
  ])('GET %s lists the scale image or not', async (path, expected) => {
    const media = await mediaOfItem(service(), path)
    expect(await Promise.all(media.map((medium) => measured(service(), medium)))).toEqual(expected)
  })

  test('eip lowers the density that a square is marked with', async () => {
    const [medium] = await mediaOfItem(service(), '/v2.1/item/100?epf=600&eip=72')
    expect(medium && (await measured(service(), medium))).toMatch(/@72$/)
  })

  test('an item without pictures has no media, whatever is asked', async () => {
    expect(await mediaOfItem(service(), '/v2/item/101?pi=b&epf=50&allImg=Y')).toEqual([])
  })

  test('every item of a search brings its own', async () => {
    const { text } = await service().call({ path: '/v2.1/item?since=20240101&pi=o' })
    expect(text.match(/<medium /g)).toHaveLength(4)
  })
})
