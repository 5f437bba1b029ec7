/** Many people save items of drafts at two hosts of a team; how long does a save take? */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openEmbeddedServer } from '../../../src-main/team/database/embedded-server.ts'
import { gtinOf } from '../../../src-main/testing/feed-payloads.ts'
import { createFeed } from '../../support/feeds.ts'
import { desk, type RunningDesk, startDesk } from '../../support/programs/desk.ts'
import { callsOf } from '../../support/rpc.ts'
import { killNow } from '../kills/killed-desk.ts'

interface EditorsReport {
  editors: number
  saves: number
  failed: number
  lastFailure: string | undefined
  /** Milliseconds of a save, as its editor waits for it. */
  p50: number
  p95: number
  max: number
}

/** Milliseconds between two saves of one editor. */
const pause = 5000

export async function measureEditors(editors: number, seconds: number): Promise<EditorsReport> {
  const folder = mkdtempSync(join(tmpdir(), 'trial-editors-'))
  chmodSync(folder, 0o711)
  const database = await openEmbeddedServer(join(folder, 'server'))
  const running: RunningDesk[] = []
  try {
    for (const name of ['first', 'second']) {
      await desk('team', 'join', database.url, '--data', join(folder, name))
      running.push(await startDesk('--data', join(folder, name)))
    }
    const calls = await Promise.all(running.map(({ ui }) => callsOf(ui)))
    const took: number[] = []
    let failed = 0
    let lastFailure: string | undefined
    const begun: { id: string; editor: number }[] = []
    for (let editor = 0; editor < editors; editor++) {
      const xml = createFeed({ gtin: gtinOf(editor), title: 'Quince spread' })
      const { id } = await hostOf(editor).feeds.createDraft({ kind: 'create', name: `Draft ${editor}`, xml })
      begun.push({ id, editor })
    }
    const end = performance.now() + seconds * 1000
    await Promise.all(
      begun.map(async ({ id, editor }) => {
        const host = hostOf(editor)
        const { rows } = await host.feeds.draftRows({ id, selection: {}, offset: 0, limit: 1, columns: [] })
        const key = rows[0]?.key ?? 1
        // Not all at the same moment.
        await delay((pause * editor) / editors)
        for (let save = 0; performance.now() < end; save++) {
          const start = performance.now()
          const value = `Saved ${save} times`
          await host.feeds
            .editDraft({
              id,
              label: 'Title',
              edits: [{ do: 'cells', cells: [{ key, column: 'ecommerceTitle', value }] }],
            })
            .then(
              () => took.push(performance.now() - start),
              (error: unknown) => {
                failed++
                lastFailure = String(error)
              },
            )
          await delay(Math.max(0, pause - (performance.now() - start)))
        }
      }),
    )
    took.sort((one, other) => one - other)
    const at = (part: number): number =>
      Math.round(took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? 0)
    return { editors, saves: took.length, failed, lastFailure, p50: at(0.5), p95: at(0.95), max: at(1) }

    function hostOf(editor: number) {
      const host = calls[editor % calls.length]
      if (!host) throw new Error('No host runs.')
      return host
    }
  } finally {
    for (const { child } of running) await killNow(child)
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
