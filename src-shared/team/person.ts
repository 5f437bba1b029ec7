/** What people of a team may do, from the least to the most; each role includes the ones before it. */
export const roles = ['author', 'reviewer', 'sender', 'administrator'] as const
export type Role = (typeof roles)[number]

/** A person who is signed in to a workspace of a team. */
export interface Person {
  /** Name to sign in with, which is also the name shown to others; unique. */
  name: string
  role: Role
}

/** Whether a role includes another one. */
export const includesRole = (role: Role, wanted: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(wanted)
