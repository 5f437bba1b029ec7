/**
 * Remembers what a person decided about names: which list entry a name of a file means, and which spelling of
 * several is kept. Imports apply the decisions to names that no list has; clusters of a draft's values start
 * with them. Owns the table `name_decision`. src-shared/names finds the values that mean the same.
 */
export { readDecisions, writeDecisions } from './decision-store.ts'
export { createNames, type Names } from './names.ts'
