export { createOutbox } from './create-outbox.ts'
export { openCustody } from './custody.ts'
export { createGateway } from './gateway.ts'
export type { Outbox } from './outbox.ts'
