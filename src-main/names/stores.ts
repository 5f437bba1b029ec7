export { decisionReader, decisionWriter } from './decision-store.ts'
