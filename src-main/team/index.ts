/** A team: several people and computers that share what is written, in a PostgreSQL database. */
export { openTeamDatabase, type TeamChoice } from './database/open-team-database.ts'
export { leaveTeamOf, type TeamState, teamState } from './membership.ts'
