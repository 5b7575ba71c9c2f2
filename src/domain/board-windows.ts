// Apart from the sums of days, because the first screen needs the words alone.

/** The days that a board covers: the present week, month or quarter of the workspace, or all time. */
export const boardWindows = ['week', 'month', 'quarter', 'all'] as const
export type BoardWindow = (typeof boardWindows)[number]

/** The windows that begin anew. */
export const windowKinds = ['week', 'month', 'quarter'] as const
export type WindowKind = (typeof windowKinds)[number]

/** A day of the week: 1 is Monday, 7 is Sunday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
export type Weekday = (typeof weekdays)[number]
