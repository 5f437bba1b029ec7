import { type ApiVersion, apiVersions } from '../../../src-shared/api/endpoint.ts'
import { type LookupKind, lookupKinds } from '../../../src-shared/catalog/model.ts'

const lists: Record<LookupKind, { versions: readonly ApiVersion[]; entries: string[] }> = {
  manufacturer: { versions: apiVersions, entries: ['m1 Northwind Mills', 'm2 Ålesund Fisk & Co'] },
  brand: { versions: apiVersions, entries: ['b2 Fjord <fresh>', 'b1 Golden Field'] },
  distributor: { versions: apiVersions, entries: ['d1 Harbour Logistics'] },
  retailer: { versions: ['v2.1'], entries: ['r1 Corner Shop', 'r2 Market Hall'] },
}
type LookupCase = [kind: LookupKind, path: string, envelope: string, entries: string[]]

/** Every list in every version, one page at a time. */
const pages = lookupKinds.flatMap((kind) =>
  lists[kind].versions.flatMap((version): LookupCase[] => {
    const { entries } = lists[kind]
    const path = `/${version}/${kind}`
    return [
      [kind, `${path}?limit=1`, `${entries.length} 1 0`, entries.slice(0, 1)],
      [kind, `${path}?idx=1`, `${entries.length} 2147483647 1`, entries.slice(1)],
      [kind, `${path}?idx=1&limit=1`, `${entries.length} 1 1`, entries.slice(1, 2)],
    ]
  }),
)

/** The kind, the path, `numberOfResults resultsPerPage startIndex`, and the entries as `id name`. */
export const lookupCases: LookupCase[] = [
  ...pages,
  ['manufacturer', '/v2/manufacturer', '2 2147483647 0', ['m1 Northwind Mills', 'm2 Ålesund Fisk & Co']],
  ['manufacturer', '/v2.1/manufacturer', '2 2147483647 0', ['m1 Northwind Mills', 'm2 Ålesund Fisk & Co']],
  ['manufacturer', '/v2.1/manufacturer/', '2 2147483647 0', ['m1 Northwind Mills', 'm2 Ålesund Fisk & Co']],
  ['brand', '/v2/brand/b1?idx=5&limit=0', '1 2147483647 0', ['b1 Golden Field']],
  ['manufacturer', '/v2/manufacturer/m2', '1 2147483647 0', ['m2 Ålesund Fisk & Co']],
  ['manufacturer', '/v2.1/manufacturer/m1', '1 2147483647 0', ['m1 Northwind Mills']],
  ['brand', '/v2/brand', '2 2147483647 0', ['b2 Fjord <fresh>', 'b1 Golden Field']],
  ['brand', '/v2.1/brand', '2 2147483647 0', ['b2 Fjord <fresh>', 'b1 Golden Field']],
  ['brand', '/v2.1/brand/b1/', '1 2147483647 0', ['b1 Golden Field']],
  ['distributor', '/v2/distributor', '1 2147483647 0', ['d1 Harbour Logistics']],
  ['distributor', '/v2.1/distributor', '1 2147483647 0', ['d1 Harbour Logistics']],
  ['retailer', '/v2.1/retailer', '2 2147483647 0', ['r1 Corner Shop', 'r2 Market Hall']],
  ['retailer', '/v2.1/retailer/r2', '1 2147483647 0', ['r2 Market Hall']],
  ['retailer', '/v2.1/retailer?limit=1', '2 1 0', ['r1 Corner Shop']],
  ['retailer', '/v2.1/retailer?idx=1', '2 2147483647 1', ['r2 Market Hall']],
  ['retailer', '/v2.1/retailer?idx=1&limit=5', '2 5 1', ['r2 Market Hall']],
  ['retailer', '/v2.1/retailer?idx=2', '2 2147483647 2', []],
  ['retailer', '/v2.1/retailer?limit=0', '2 0 0', []],
  ['retailer', '/v2.1/retailer?limit=99999999999', '2 2147483647 0', ['r1 Corner Shop', 'r2 Market Hall']],
  ['retailer', '/v2.1/retailer?idx=&limit=', '2 2147483647 0', ['r1 Corner Shop', 'r2 Market Hall']],
  ['retailer', '/v2.1/retailer?unknown=1', '2 2147483647 0', ['r1 Corner Shop', 'r2 Market Hall']],
]
