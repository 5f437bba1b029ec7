import { expect, test } from 'vitest'
import { itemFeed, sampleItem } from '../testing/feed-payloads.ts'
import { openServices } from '../testing/headless-services.ts'
import { startSandboxService } from '../testing/sandbox-service.ts'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'

test('stores the feed size with the connection, and splits the next queued draft by it', async () => {
  await using service = await startSandboxService()
  const services = await openServices(temporaryDirectory())
  const connection = { address: service.address, ...service.credentials }
  try {
    expect((await services.workspace.connect(connection)).connection?.feedSize).toEqual({
      items: 1000,
      bytes: 16_777_216,
    })
    await services.workspace.setFeedSize({ items: 2, bytes: 1_000_000 })
    // Connecting again with a new password keeps the setting.
    expect((await services.workspace.connect(connection)).connection?.feedSize.items).toBe(2)
    const outbox = services.outbox()
    await outbox.setPaused({ paused: true })
    const xml = new TextDecoder().decode(itemFeed(sampleItem(7001), sampleItem(7002), sampleItem(7003)))
    const draft = await services.drafts.createDraft({ kind: 'create', name: 'Range', xml })
    // The lists of the service were not synced, so problems with them are warnings.
    const { feeds } = await outbox.queueDraft({ id: draft.id, revision: draft.revision })
    expect(feeds.map(({ name, itemCount }) => [name, itemCount])).toEqual([
      ['Range (1 of 2)', 2],
      ['Range (2 of 2)', 1],
    ])
    expect(await outbox.batch({ id: feeds[0]?.batch ?? '' })).toMatchObject({ feeds: 2, itemCount: 3 })
  } finally {
    await services.close()
  }
})
