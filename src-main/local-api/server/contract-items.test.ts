import { expect, test } from 'vitest'
import { recordCases, searchCases } from '../../testing/contract-cases/item-cases.ts'
import { answered } from '../../testing/local-api/contract-answers.ts'
import { describeContract } from '../../testing/local-api/contract-service.ts'

describeContract((service) => {
  const ids = (value: Record<string, unknown>) => (value['item'] as { id: string }[]).map(({ id }) => id)

  test.each(searchCases)('%s', async (query, expected) => {
    for (const version of ['v2', 'v2.1']) {
      const value = answered('item', await service().call({ path: `/${version}/item?${query}` }))
      expect(ids(value)).toEqual(expected)
      expect(value['count']).toBe(String(expected.length))
    }
  })

  test('counts every match, whatever the page', async () => {
    const value = answered('item', await service().call({ path: '/v2.1/item?since=20240101&idx=2&limit=1' }))
    expect(value).toMatchObject({ start: '2', count: '1', total: '3' })
  })

  test('answers one item by its identifier, with exactly the stored bytes', async () => {
    const answer = await service().call({ path: '/v2.1/item/100' })
    expect(answered('item', answer)).toMatchObject({
      start: '0',
      count: '1',
      total: '1',
      item: [{ id: '100' }],
    })
    expect(answer.text).toContain(
      '<name>Crème brûlée mix</name><marketingDescription>Just add milk</marketingDescription>',
    )
  })

  test.each(recordCases)(
    'GET %s holds what its version, profile and image parameters say',
    async (path, present, absent) => {
      const answer = await service().call({ path })
      answered('item', answer)
      const holds = (element: string) => new RegExp(`<${element}[ />]`).test(answer.text)
      for (const element of present.split(' ')) expect(holds(element), element).toBe(true)
      for (const element of absent.split(' ').filter(Boolean)) expect(holds(element), element).toBe(false)
    },
  )
})
