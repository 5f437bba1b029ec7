import { type ApiVersion, apiVersions } from '../../../src-shared/api/endpoint.ts'
import { imageSizes } from '../../../src-shared/api/item-parameters.ts'

const both = apiVersions

/** Pictures as stored (contract-catalog.ts), by their sides. */
const front = 'original A1C1 jpeg 640x480@300'
const cut = 'edited A1C1 png 320x400@300'
const left = 'original A2C1 jpeg 640x480@300'
const right = 'original A8C1 jpeg 640x480@300'
const everything = [front, cut, left, right]
const square = (view: string, size: number | string, format = 'jpeg') =>
  `edited E_${view}_${size}x${size} ${format} ${size}x${size}`

/**
 * Versions, image parameters, and the pictures that are listed and served for them; without the densities of
 * squares.
 */
export const mediaCases: [versions: readonly ApiVersion[], query: string, listed: string[]][] = [
  [both, 'pi=o', [front, left, right]],
  [both, 'pi=c', [cut]],
  [both, 'pi=e', [cut]],
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
  ...imageSizes.flatMap((size): typeof mediaCases => [
    [both, `epf=${size}`, [square('A1C1', size)]],
    [both, `epl=${size}`, [square('A2C1', size)]],
    [both, `epr=${size}`, [square('A8C1', size)]],
    [both, `ep=${size}`, ['A1C1', 'A2C1', 'A8C1'].map((view) => square(view, size))],
  ]),
  [both, 'epf=50&epf=200', [square('A1C1', 50), square('A1C1', 200)]],
  [both, 'epl=50&epl=1000', [square('A2C1', 50), square('A2C1', 1000)]],
  [both, 'epr=100&epr=150', [square('A8C1', 100), square('A8C1', 150)]],
  [
    both,
    'ep=50&ep=100',
    [50, 100].flatMap((size) => ['A1C1', 'A2C1', 'A8C1'].map((view) => square(view, size))),
  ],
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

const scale = 'original B1C1 png 640x480@300'
/** Item 102 only has a scale image. Version 2 requests it with a separate parameter; 2.1 only has `pi`. */
export const scaleCases: [path: string, listed: string[]][] = [
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
]
