import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { startDesk } from '../../../support/programs/desk.ts'
import { callsOf } from '../../../support/rpc.ts'
import { checkFolder, checkPictures } from '../check-folder.ts'
import { killNow } from '../killed-desk.ts'
import type { MakeWork } from '../work.ts'

/**
 * After any kill each picture is complete or absent and no stored picture is lost; finally all pictures are
 * stored.
 */
export const picturesWork: MakeWork = async (stage) => {
  let directory = stage.begin('pictures', 'fronts-only')
  let kept = checkPictures(directory)

  const startDownload = async () => {
    const running = await startDesk('--data', directory)
    const { media } = await callsOf(running.ui)
    await media.setChoice({ views: 'all', longestSide: null, quota: null })
    await media.start({ work: 'download' })
    return { running, media }
  }
  return {
    async round(random) {
      const { running, media } = await startDownload()
      await delay(random.below(600))
      const state = await Promise.race([media.state().catch(() => undefined), delay(100)])
      const isOver = state !== undefined && state?.running === undefined
      await killNow(running.child)
      const now = checkPictures(directory)
      assert.ok(now >= kept, `${kept} pictures were kept, ${now} are there`)
      kept = now
      await checkFolder(directory)
      if (isOver) {
        directory = stage.begin('pictures', 'fronts-only')
        kept = checkPictures(directory)
      }
      return !isOver
    },
    async finish() {
      const { running, media } = await startDownload()
      try {
        let state = await media.state()
        while (state.running) {
          await delay(100)
          state = await media.state()
        }
        assert.equal(state.failed, 0, state.failure)
        await media.start({ work: 'verify' })
        for (state = await media.state(); state.running; state = await media.state()) await delay(100)
        assert.ok(state.last?.ok, state.last?.summary)
      } finally {
        await running.stop()
      }
      await checkFolder(directory)
    },
  }
}
