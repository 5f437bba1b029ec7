/**
 * Requirement profiles, and the scores of catalog items by them. Owns the table `requirement_profile`;
 * examples are included in the program (`resources/profiles`) and are not in the database. Profiles and
 * scoring are defined in src-shared/completeness.
 */
export { type Completeness, createCompleteness } from './completeness.ts'
export { openItemExtras, openPictureSizes } from './score-store.ts'
export { openServiceRequirements } from './service-requirements.ts'
