/** What reads foreign bytes without a database: each in a thread of its own that can be ended (storage/endable-thread.ts). */
import { prepareItemPage } from '../catalog/index.ts'
import { defineApart } from '../storage/index.ts'
import { answerReaders } from '../upstream/index.ts'

/** Lists, acknowledgements, statuses and errors that a service answers. */
export const answerReader = defineApart('answer', answerReaders)

/** Pages of items in a form that the scanner does not take as it is. */
export const pagePreparer = defineApart('page', { prepare: prepareItemPage })
