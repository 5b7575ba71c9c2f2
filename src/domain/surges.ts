/** So many members who report on one post within `surgeMinutes` are a surge. Networks can take one for a campaign. */
export const surgeMembers = 10
export const surgeMinutes = 5
