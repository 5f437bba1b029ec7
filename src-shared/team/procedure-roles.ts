/** Which role each procedure of the contract needs, and the sentence for a person who lacks it. */
import { say } from '../texts/say.ts'
import { includesRole, type Person, type Role } from './person.ts'

/** Reading and looking; every person may. */
const any: Role = 'author'

/** One row for each procedure; a test compares the rows with the contract. */
export const procedureRoles: Readonly<Record<string, Readonly<Record<string, Role>>>> = {
  computer: { settings: any, setSettings: 'administrator', versions: any },
  workspace: {
    ...{ state: any, screens: any, setScreens: any },
    connect: 'administrator',
    allowPlainHttp: 'administrator',
    setMediaHosts: 'administrator',
    setFeedSize: 'administrator',
    startSample: 'administrator',
    startSandbox: 'administrator',
    setSampleService: 'administrator',
    setLocalApi: 'administrator',
    settingsText: 'administrator',
    previewSettings: 'administrator',
    applySettings: 'administrator',
    supportReport: 'administrator',
    localApiCredentials: 'administrator',
  },
  workspaces: {
    ...{ list: any },
    ...{ create: 'administrator', open: 'administrator', rename: 'administrator', forget: 'administrator' },
  },
  backups: {
    ...{ state: any },
    ...{ setPlan: 'administrator', make: 'administrator', archive: 'administrator' },
    ...{ verify: 'administrator', preview: 'administrator', restore: 'administrator' },
  },
  files: { confirm: any },
  upkeep: { state: any, start: 'administrator', space: any, cancel: 'administrator' },
  catalog: {
    ...{ search: any, facets: any, position: any, ids: any, complete: any, correctedText: any, item: any },
    ...{ lookup: any, named: any, near: any, suggestCategories: any, pictures: any },
    ...{ pickItem: any, itemRow: any },
  },
  completeness: {
    ...{ profiles: any, export: any, scores: any, ofItem: any },
    ...{ save: 'administrator', duplicate: 'administrator', delete: 'administrator' },
    ...{ import: 'administrator', choose: 'administrator' },
  },
  quality: { report: any, count: any, stop: any, list: any, ids: any },
  duplicates: { found: any, look: 'author', stop: 'author', mark: 'author', unmark: 'author' },
  evidence: {
    ...{ state: any, list: any, ofItem: any },
    ...{ setMode: 'administrator', start: 'administrator', stop: 'administrator', clear: 'administrator' },
    ...{ dismiss: 'author', agree: 'author', decideMany: 'author', undoDecisions: 'author' },
    ...{ restore: 'author' },
  },
  photographs: {
    ...{ open: any, codesByDigits: any, preview: any, itemsWith: any, compare: any, suggest: any },
    ...{ close: any },
  },
  history: { versions: any, version: any, summary: any, recent: any, changes: any, restore: 'author' },
  feeds: {
    ...{ drafts: any, draft: any, draftOutcome: any, unreadDraft: any, drafting: any, draftRows: any },
    ...{ draftRetailers: any, draftItem: any, draftItemText: any, draftText: any, draftDifferences: any },
    ...{ compareItem: any, previewItem: any, draftItemFeed: any, draftProblems: any, draftScores: any },
    ...{ draftSpelling: any, previewReplace: any, alikeValues: any, draftSteps: any },
    ...{ staleCells: any },
    ...{ fixUnread: 'author', createDraft: 'author', draftSearch: 'author', stopDrafting: 'author' },
    ...{ editDraft: 'author', undoDraft: 'author', redoDraft: 'author', undoStep: 'author' },
    ...{ splitDraft: 'author', joinDrafts: 'author', groupDrafts: 'author', setDraftGrid: 'author' },
    ...{ deleteDraft: 'author', undeleteDraft: 'author', allowRefused: 'author', checkDraft: 'author' },
    ...{ queueDraft: 'sender' },
  },
  reviews: {
    ...{ review: any, discussion: any, mentions: any, seeMentions: any },
    ...{ propose: 'author', assign: 'author', comment: 'author' },
    ...{ editComment: 'author', deleteComment: 'author', approve: 'reviewer', sendBack: 'reviewer' },
  },
  presence: { say: any, leave: any, who: any },
  team: { me: any },
  outbox: {
    ...{ overview: any, list: any, entries: any, news: any, batch: any, feed: any, items: any },
    ...{ contentPlusOf: any, publishedContentPlus: any, shown: any, compareShown: any, notShownOf: any },
    ...{ draftNotShown: 'author', draftRefused: 'author' },
    ...{ withdraw: 'sender', withdrawBatch: 'sender', split: 'sender', hold: 'sender', letGo: 'sender' },
    ...{ hurry: 'sender', toBatch: 'sender', retry: 'sender', reconcile: 'sender', resolve: 'sender' },
    ...{ settle: 'sender', release: 'sender', rehome: 'sender', setPaused: 'sender', sendNow: 'sender' },
  },
  media: {
    ...{ state: any, release: any, failures: any, troubles: any, ofAddresses: any, item: any },
    ...{ fetchAddress: any, fetchItem: any, add: 'author', setPinned: 'author' },
    ...{ setChoice: 'administrator', start: 'administrator', cancel: 'administrator' },
  },
  sync: {
    ...{ state: any, settings: any, quarantine: any, quarantinedAnswer: any },
    ...{ start: 'author', pause: 'author', resume: 'author', cancel: 'author' },
    ...{ retryQuarantined: 'author', dropQuarantined: 'author', setSettings: 'administrator' },
  },
  imports: {
    ...{ preview: any, jobs: any, job: any, report: any, nameMatches: any, alikeNames: any },
    ...{ comparedRows: any, rowSummary: any, itemsToUndo: any, nearNames: any, rejected: any },
    ...{ rejectedSummary: any, rejectedGrid: any, rejectedProblems: any, previewRejectedReplace: any },
    ...{ alikeRejected: any, look: 'author', start: 'author', goOn: 'author', cancel: 'author' },
    ...{ forgetChoices: 'author', undoItems: 'author', undo: 'author', editRejected: 'author' },
    ...{ undoRejected: 'author', redoRejected: 'author', checkRejected: 'author' },
  },
  names: { decided: any, remember: 'author', forget: 'author' },
  exports: {
    ...{ describe: any, start: any, startReport: any, startFindings: any, startPictures: any },
    ...{ job: any, cancel: any },
  },
  localApi: {
    ...{ state: any, schemas: any, schema: any },
    ...{ set: 'administrator', users: 'administrator', createUser: 'administrator' },
    ...{ rotatePassword: 'administrator', deleteUser: 'administrator', setUserLimit: 'administrator' },
    ...{ conditions: 'administrator', setConditions: 'administrator', log: 'administrator' },
    ...{ clearLog: 'administrator', curl: 'administrator', tryCall: 'administrator' },
    ...{ certificate: 'administrator', renewCertificate: 'administrator' },
  },
  people: {
    ...{ me: any, changePassword: any, signOut: any },
    ...{ list: 'administrator', add: 'administrator', setRole: 'administrator' },
    ...{ setDisabled: 'administrator', newPassword: 'administrator', remove: 'administrator' },
  },
  changes: { next: any },
}

/** Who may do something that needs a role, as a sentence for a person who lacks it. */
const whoMay: Readonly<Record<Role, string>> = {
  author: say`Only people of the team can do this.`,
  reviewer: say`Only reviewers, senders and administrators can do this.`,
  sender: say`Only senders and administrators can do this.`,
  administrator: say`Only administrators of the team can do this.`,
}

/**
 * Why a person may not call a procedure; undefined if the person may. A procedure without a row is for
 * administrators.
 */
export function whyNot({ role }: Pick<Person, 'role'>, room: string, procedure: string): string | undefined {
  const needed = procedureRoles[room]?.[procedure] ?? 'administrator'
  return includesRole(role, needed) ? undefined : whoMay[needed]
}
