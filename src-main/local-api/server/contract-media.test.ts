import { expect, test } from 'vitest'
import { mediaCases, scaleCases } from '../../testing/contract-cases/media-cases.ts'
import { measured, mediaOfItem } from '../../testing/local-api/contract-answers.ts'
import { describeContract } from '../../testing/local-api/contract-service.ts'

const withoutSquareDensity = (facts: string) => (facts.includes(' E_') ? facts.replace(/@\d+$/, '') : facts)

describeContract((service) => {
  test.each(
    mediaCases.flatMap(([versions, query, expected]) =>
      versions.map((version) => [version, query, expected] as const),
    ),
  )('%s item/100?%s', async (version, query, expected) => {
    const media = await mediaOfItem(service(), `/${version}/item/100?${query}`)
    const found = await Promise.all(media.map((medium) => measured(service(), medium)))
    expect(found.map(withoutSquareDensity).sort()).toEqual([...expected].sort())
  })

  test.each(scaleCases)('GET %s lists the scale image or not', async (path, expected) => {
    const media = await mediaOfItem(service(), path)
    expect(await Promise.all(media.map((medium) => measured(service(), medium)))).toEqual(expected)
  })

  test('eip lowers the density stored in a square picture', async () => {
    const [medium] = await mediaOfItem(service(), '/v2.1/item/100?epf=600&eip=72')
    expect(medium && (await measured(service(), medium))).toMatch(/@72$/)
  })

  test('an item without pictures has no media, whatever the query', async () => {
    expect(await mediaOfItem(service(), '/v2/item/101?pi=b&epf=50&allImg=Y')).toEqual([])
  })

  test('every item of a search contains its own media', async () => {
    const { text } = await service().call({ path: '/v2.1/item?since=20240101&pi=o' })
    expect(text.match(/<medium /g)).toHaveLength(4)
  })
})
