import { implement } from '@orpc/server'
import { mediaContract } from '../../src-shared/media/contract.ts'
import type { FaceSession } from '../platform/face-session.ts'
import type { Media } from './media.ts'

/** What the face may ask of the media room. */
export function mediaProcedures({ keeping }: Media) {
  const os = implement(mediaContract).$context<FaceSession>()
  return {
    state: os.state.handler(() => keeping.state()),
    setChoice: os.setChoice.handler(({ input }) => keeping.setChoice(input)),
    release: os.release.handler(({ input }) => keeping.release(input)),
    failures: os.failures.handler(({ input: { offset, limit } }) => keeping.failures(offset, limit)),
    troubles: os.troubles.handler(() => keeping.troubles()),
    start: os.start.handler(({ input }) => keeping.start(input.work)),
    cancel: os.cancel.handler(() => keeping.cancel()),
    item: os.item.handler(({ input }) => keeping.item(input.itemId)),
    fetchItem: os.fetchItem.handler(({ input }) => keeping.fetchItem(input.itemId)),
    setPinned: os.setPinned.handler(({ input: { itemId, pinned } }) => keeping.setPinned(itemId, pinned)),
  }
}
