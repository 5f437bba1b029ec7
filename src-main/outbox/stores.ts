export { gatewayReader } from './gateway.ts'
export { evidenceReader } from './look-at-catalog.ts'
export { outboxReader } from './outbox-reader.ts'
export { outboxWriter } from './outbox-writer.ts'
