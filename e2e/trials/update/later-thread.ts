/** The storage thread of a later version of the program. */
import { becomeLaterVersion } from '../../../src-main/storage/fixtures/later-migration.ts'

becomeLaterVersion()
// Not awaited: in a bundle, the thread imports the part that would wait for it.
void import('../../../src-main/thread.ts')
