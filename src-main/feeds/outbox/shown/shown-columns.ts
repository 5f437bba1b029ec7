/** SQL columns of a feed: number of its fields that the catalog can show, and that it shows. */
export const shownColumns = `
  (SELECT fields FROM feed_shown WHERE feed_shown.feed = feed.sequence) AS shown_of,
  (SELECT shown FROM feed_shown WHERE feed_shown.feed = feed.sequence) AS shown`
