import { migration as baseline } from './0085-baseline.ts'
import { migration as draftElements } from './0086-draft-elements.ts'
import { migration as importRows } from './0087-import-rows.ts'
import type { Migration } from './migration.ts'

/** All migrations, in order. To add one, create a file in this folder and add it here. */
export const migrations: Migration[] = [baseline, draftElements, importRows]
