/**
 * The quality room: what of the catalog's items asks for work, counted in the background and kept in memory. It owns no
 * table. What is looked for is item-findings.ts; scores of single records are of the completeness room, and findings that
 * are filters of the catalog are counted by the catalog.
 */
export { createQuality, type Quality } from './quality.ts'
