/**
 * A refusal of a call is an answer for a person, not a failure of the request. A browser logs every answer with an
 * error status as an error, so a page that sends `refusalsHeader` receives refusals with the status 200, and their
 * own status in this header.
 */
export const refusalsHeader = 'x-refusal-status'
/** Status of a refusal with a message for a person. */
export const refusalStatus = 422
