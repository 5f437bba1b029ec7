/**
 * Finds catalog items that need work, counted in the background and kept in memory. Owns no table.
 * item-findings.ts defines the findings; scores of single records belong to the completeness module, and
 * findings that are filters of the catalog are counted by the catalog.
 */
export { createQuality, type Quality } from './quality.ts'
