import { expect, test } from 'vitest'
import { answered } from '../../testing/contract-answers.ts'
import { lookupCases } from '../../testing/contract-cases/lookup-cases.ts'
import { describeContract } from '../../testing/contract-service.ts'

describeContract((service) => {
  test.each(lookupCases)('%s: GET %s', async (kind, path, envelope, entries) => {
    const value = answered(kind, await service().call({ path }))
    expect(`${value['numberOfResults']} ${value['resultsPerPage']} ${value['startIndex']}`).toBe(envelope)
    const found = value[kind] as { id: string; name: string }[]
    expect(found.map(({ id, name }) => `${id} ${name}`)).toEqual(entries)
  })
})
