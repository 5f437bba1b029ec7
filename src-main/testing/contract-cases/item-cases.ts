import { apiVersions } from '../../../src-shared/api/endpoint.ts'

/**
 * Searches of the small catalog (contract-catalog.ts), in both versions: the query, and the items it finds.
 */
export const searchCases: [query: string, found: string[]][] = [
  ['q=tea', ['102']],
  ['q=SMOKED', ['101', '102']],
  ['q=creme+brulee', ['100']],
  ['q=six+por', ['100']],
  ['q=golden', ['100', '102']],
  ['q=smoked+tea', ['102']],
  ['q=por+six', []],
  ['q=nothing', []],
  [`q=${encodeURIComponent('tea" OR name:* NEAR(')}`, []],
  ['q=-', []],
  ['m=m2', ['101', '102']],
  ['b=b1', ['100', '102']],
  ['m=m2&b=b1', ['102']],
  ['m=nobody', []],
  ['upc=036000291452', ['100']],
  ['upc=0+36000-29145+2', ['100']],
  ['upc=36000291452', ['100']],
  ['upc=00036000291452', ['100']],
  ['upc=96385074', ['101']],
  ['upc=04252614', ['102']],
  // Without the leading zero, the check digit, or both.
  ['upc=4210000526', ['102']],
  ['upc=42-10000526', ['102']],
  ['upc=42100005264', ['102']],
  ['upc=04210000526', ['102']],
  ['upc=03600029145', ['100']],
  ['upc=3600029145', ['100']],
  ['upc=3600029146', []],
  ['upc=210000526', []],
  ['upc=036000291453', []],
  ['since=20240301', ['101', '102']],
  ['since=20240229&until=20240229', ['100']],
  ['until=20240301', ['100', '101']],
  ['before=20240301', ['100', '101']],
  ['since=20240302', ['102']],
  ['since=20990101', []],
  ['since=20240101&v=true', ['102']],
  ['since=20240101&v=false', ['100', '101', '102']],
  ['since=20240101&q=&m=', ['100', '101', '102']],
  ['since=20240101&idx=1', ['101', '102']],
  ['since=20240101&idx=1&limit=1', ['101']],
  ['since=20240101&idx=7', []],
  ['since=20240101&limit=0', []],
  ['since=20240101&limit=5000', ['100', '101', '102']],
  ['since=20240101&limit=99999999999999999999', ['100', '101', '102']],
  ['since=20240101&profile=', ['100', '101', '102']],
]

/** The effect of a profile in both versions: elements that are present, and elements that are absent. */
const profiles = [
  ['profile=complete', 'attributes packageDistributor', 'media'],
  ['profile=standard', 'products grocery', 'media attributes packageDistributor packageImporter'],
  ['profile=standard&pi=b', 'products', 'media'],
  ['profile=listing', 'name upcs brand manufacturer lastUpdated', 'categories grocery created media'],
  ['profile=listing&pi=b', 'name', 'media'],
  ['profile=analytics', 'categories packageData nutritions', 'ingredients warnings attributes media'],
  ['profile=analytics&pi=b', 'nutritions', 'media'],
].flatMap(([query = '', present = '', absent = '']) =>
  apiVersions.map((version): [string, string, string] => [`/${version}/item/100?${query}`, present, absent]),
)

/**
 * The effect of a version, a profile and image parameters on a record: the path, elements that are present,
 * and elements that are absent.
 */
export const recordCases: [path: string, present: string, absent: string][] = [
  ['/v2.1/item/100', 'marketingDescription ecommerceDescription attributes packageImporter grocery', 'media'],
  ['/v2/item/100', 'name attributes', 'media ecommerceDescription manufacturerEcommerceDescription'],
  ...profiles,
  ['/v2.1/item/100?pi=b', 'media', ''],
  ['/v2.1/item/100?pi=', 'name', 'media'],
  ['/v2.1/item/100?epf=600&epf=50&ef=png&eip=72', 'media', ''],
  ['/v2/item/100?allImg=Y', 'media', 'ecommerceDescription'],
  ['/v2.1/item/100?allImg=Y&esi=true', 'name', 'media'],
]
