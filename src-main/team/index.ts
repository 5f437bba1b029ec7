/**
 * A team: several people and computers that share what is written, in a PostgreSQL database. Owns the tables
 * `person` and `person_session`; the page of a team (src-main/hosts/headless/page) admits them.
 */
export { openTeamDatabase, type TeamChoice } from './database/open-team-database.ts'
export { leaveTeamOf, type TeamState, teamState } from './membership.ts'
export { createPeople, type People, type SignedIn } from './people/people.ts'
