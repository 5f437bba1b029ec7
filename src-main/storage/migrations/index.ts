import { migration as baseline } from './0085-baseline.ts'
import { migration as draftElements } from './0086-draft-elements.ts'
import type { Migration } from './migration.ts'

/** All migrations, in order. A new one is a file beside this and a line here. */
export const migrations: Migration[] = [baseline, draftElements]
