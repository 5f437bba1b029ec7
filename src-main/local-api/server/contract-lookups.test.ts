import { expect, test } from 'vitest'
import { lookupCases } from '../../testing/contract-cases/lookup-cases.ts'
import { answered } from '../../testing/local-api/contract-answers.ts'
import { describeContract } from '../../testing/local-api/contract-service.ts'

describeContract((service) => {
  test.each(lookupCases)('%s: GET %s', async (kind, path, envelope, entries) => {
    const value = answered(kind, await service().call({ path }))
    expect(`${value['numberOfResults']} ${value['resultsPerPage']} ${value['startIndex']}`).toBe(envelope)
    const found = value[kind] as { id: string; name: string }[]
    expect(found.map(({ id, name }) => `${id} ${name}`)).toEqual(entries)
  })
})
