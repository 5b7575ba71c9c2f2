/** The name that the share form's draft is kept under. */
export const shareDraft = 'share'
