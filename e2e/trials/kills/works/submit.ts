import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createFeed } from '../../../support/feeds.ts'
import { startDesk } from '../../../support/programs/desk.ts'
import { callsOf } from '../../../support/rpc.ts'
import { checkFolder, query } from '../check-folder.ts'
import { runDesk } from '../killed-desk.ts'
import { gtinOf } from '../stage.ts'
import type { MakeWork } from '../work.ts'

interface Received {
  body: string
}
const maxMilliseconds = 60_000

/** A feed reported as queued stays queued, and finally reaches the service exactly once. */
export const submitWork: MakeWork = async (stage) => {
  const directory = stage.begin('submit', 'synced')
  const acknowledged: string[] = []
  const gtins: string[] = []
  let maxDuration = 2500

  const receivedTimes = (): Map<string, number> => {
    const times = new Map<string, number>()
    for (const { body } of query<Received>(
      stage.sandboxDirectory,
      'SELECT cast(body AS TEXT) AS body FROM received_feed',
    ))
      for (const gtin of gtins) if (body.includes(gtin)) times.set(gtin, (times.get(gtin) ?? 0) + 1)
    return times
  }
  const expectNoneTwice = () => {
    for (const [gtin, times] of receivedTimes())
      assert.equal(times, 1, `the feed of ${gtin} was sent ${times} times`)
  }
  return {
    async round(random) {
      const gtin = gtinOf(5_000_000 + gtins.length)
      gtins.push(gtin)
      const feed = join(stage.folder, 'feed.xml')
      writeFileSync(feed, createFeed({ gtin, title: `Quince spread ${gtins.length}` }))
      const wait = random.once(2) ? ['--wait'] : []
      const life = await runDesk(['submit', feed, '--as', 'create', '--json', ...wait, '--data', directory], {
        killAfter: random.below(maxDuration),
      })
      if (!life.killed) {
        assert.equal(life.code, 0, life.stderr)
        acknowledged.push(JSON.parse(life.stdout).id)
        maxDuration = Math.max(800, life.milliseconds)
      }
      await checkFolder(directory)
      expectNoneTwice()
      return life.killed
    },
    async finish() {
      const running = await startDesk('--data', directory)
      try {
        const { outbox } = await callsOf(running.ui)
        const started = performance.now()
        for (;;) {
          await outbox.sendNow()
          const { counts } = await outbox.overview()
          if (counts.done + counts.uncertain === Object.values(counts).reduce((sum, one) => sum + one)) break
          assert.ok(
            performance.now() - started < maxMilliseconds,
            `feeds are not sent: ${JSON.stringify(counts)}`,
          )
          await delay(200)
        }
        for (const id of acknowledged) assert.ok(await outbox.feed({ id }), `feed ${id} is lost`)
        const feeds = await allFeeds(outbox)
        const times = receivedTimes()
        for (const { xml, state } of feeds) {
          const gtin = gtins.find((one) => xml.includes(one)) ?? ''
          if (state === 'done')
            assert.equal(times.get(gtin), 1, `the feed of ${gtin} is done but did not arrive`)
        }
        assert.ok(feeds.length >= acknowledged.length)
      } finally {
        await running.stop()
      }
      expectNoneTwice()
      await checkFolder(directory)
    },
  }
}

type Outbox = Awaited<ReturnType<typeof callsOf>>['outbox']
async function allFeeds(outbox: Outbox) {
  const all = []
  for (;;) {
    const { feeds, total } = await outbox.list({ offset: all.length, limit: 200 })
    for (const { id } of feeds) all.push(await outbox.feed({ id }))
    if (all.length >= total || feeds.length === 0) return all
  }
}
