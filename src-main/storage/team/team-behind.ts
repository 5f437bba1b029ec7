/** Thrown in a transaction when other hosts of a team have committed since: it is rolled back, and runs again. */
export class TeamBehind extends Error {}
