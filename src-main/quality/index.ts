/**
 * The quality room: what of the catalog's items asks for work, counted in the background and kept in memory. It owns no
 * table. What is looked for is item-findings.ts; scores are those of the completeness room.
 */
export { createQuality, type Quality } from './quality.ts'
