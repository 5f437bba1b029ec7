import type { OutboxFeedDetail } from '../../../src-shared/feeds/outbox/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import type { Program } from './program/program.ts'
import type { PersonAction } from './steps.ts'
import type { World } from './world.ts'

/** Milliseconds for which a feed is held, if the hold has an end. */
const holdFor = 20 * 60_000

/** Performs a person's action on a feed. An honest person checks the service before resolving. */
export async function act(
  world: World,
  program: Program,
  { id, state, idempotencyKey }: OutboxFeedDetail,
  { action, honest }: { action: PersonAction; honest: boolean },
): Promise<void> {
  const { outbox } = program
  const workspace = world.workspaceOf(program)
  const truth = world.truth(id)
  truth.keys.add(idempotencyKey)
  switch (action) {
    case 'withdraw':
      return void (await outbox.withdraw({ id }))
    case 'retry': {
      // Recorded before the retry, because the feed may be sent before the retry returns.
      const sent = world.intermediary.sendings.length
      if (state === 'failed') truth.asked++
      await outbox
        .retry({ id })
        // The workspace was copied; the person has checked, and retries.
        .catch((error: unknown) => {
          if (error instanceof PlainError && /restored, copied or set back/.test(error.message))
            return outbox.retry({ id })
          throw error
        })
        // The catalog shows the content already; the person sends it anyway.
        .catch((error: unknown) => {
          if (error instanceof PlainError && error.code === 'LOOK_FIRST')
            return outbox.retry({ id, anyway: true })
          throw error
        })
        .catch((error: unknown) => {
          if (state === 'failed' && !program.life.dead) truth.asked--
          throw error
        })
      workspace.askedAt.set(id, sent)
      workspace.told.delete(id)
      truth.keys.add((await outbox.feed({ id })).idempotencyKey)
      return
    }
    case 'reconcile':
      return void (await outbox.reconcile({ id }))
    case 'settle':
      return void (await outbox.settle({ id }))
    case 'release':
      return void (await outbox.release({ id }))
    case 'hold':
      return void (await outbox.hold({
        id,
        until: new Date(workspace.computer.clock.now() + holdFor).toISOString(),
      }))
    case 'hold-on':
      return void (await outbox.hold({ id }))
    case 'let-go':
      return void (await outbox.letGo({ id }))
    case 'hurry':
      return void (await outbox.hurry({ id }))
    default: {
      const taken = world.effects(id).at(-1)
      const arrived = honest ? taken !== undefined : action !== 'not-arrived'
      workspace.told.add(id)
      const upstreamFeedId =
        action === 'mistyped' ? ' f99x' : action === 'named' ? ` ${taken?.id ?? 'f98'}\n` : undefined
      await outbox.resolve({ id, arrived, ...(upstreamFeedId !== undefined && { upstreamFeedId }) })
    }
  }
}
