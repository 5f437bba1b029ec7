export { personReader, personWriter } from './people/person-store.ts'
export { sessionReader, sessionWriter } from './people/session-store.ts'
