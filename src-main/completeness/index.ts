/**
 * The completeness room: requirement profiles, and how much of them the items of the catalog meet. It owns the table
 * `requirement_profile`; examples come with the program (`resources/profiles`) and are in no database. What a profile is
 * and how an item is scored is src-shared/completeness.
 */
export { type Completeness, createCompleteness } from './completeness.ts'
export { openKeptBeside, openPictureSizes } from './score-store.ts'
export { openServiceRequirements } from './service-requirements.ts'
