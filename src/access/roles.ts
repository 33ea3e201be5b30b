/** The three roles of the platform; a user may hold several. */
export const roles = ['Administrator', 'Editor', 'Viewer'] as const;
export type Role = (typeof roles)[number];
