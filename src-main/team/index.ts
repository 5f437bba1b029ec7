/**
 * The people of a team: names, roles, passwords and sessions. Owns the tables `person` and `person_session`.
 * The page of a team (src-main/hosts/headless/page) admits them.
 */
export { createPeople, type People, type SignedIn } from './people/people.ts'
