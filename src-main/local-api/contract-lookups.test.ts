import { expect, test } from 'vitest'
import type { LookupKind } from '../../src-shared/rpc/catalog-contract.ts'
import { answered } from '../testing/contract-answers.ts'
import { describeContract } from '../testing/contract-service.ts'

describeContract((service) => {
  /** Kind, call, `numberOfResults resultsPerPage startIndex`, and the entries as `id name`. */
  test.each<[LookupKind, string, string, string[]]>([
    ['manufacturer', '/v2/manufacturer', '2 2147483647 0', ['m1 Northwind Mills', 'm2 Ålesund Fisk & Co']],
    ['manufacturer', '/v2.1/manufacturer', '2 2147483647 0', ['m1 Northwind Mills', 'm2 Ålesund Fisk & Co']],
    ['manufacturer', '/v2.1/manufacturer/', '2 2147483647 0', ['m1 Northwind Mills', 'm2 Ålesund Fisk & Co']],
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
  ])('%s: GET %s', async (kind, path, envelope, entries) => {
    const value = answered(kind, await service().call({ path }))
    expect(`${value['numberOfResults']} ${value['resultsPerPage']} ${value['startIndex']}`).toBe(envelope)
    const found = value[kind] as { id: string; name: string }[]
    expect(found.map(({ id, name }) => `${id} ${name}`)).toEqual(entries)
  })
})
