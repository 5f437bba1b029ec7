import { migration as workspace } from './0001-workspace.ts'
import type { Migration } from './migration.ts'

/** Every step, in order. A new one is a file beside this and a line here. */
export const migrations: Migration[] = [workspace]
