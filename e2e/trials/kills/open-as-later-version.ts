/** Opens the database of a workspace as a later version, which runs its migration, and closes it. */
import { openStorage } from '../../../src-main/storage/index.ts'

const [, , directory = '', thread = ''] = process.argv
const storage = await openStorage({ directory, thread: new URL(thread), readers: 1 })
await storage.close()
