/** A drawing: a page, a phone over it, and what the phone finds. */
export function Scene() {
  return (
    <svg viewBox="0 0 440 220" className="start-scene" aria-hidden>
      <g className="start-page">
        <rect x="24" y="16" width="210" height="188" rx="10" />
        <rect x="44" y="36" width="104" height="12" rx="6" className="start-strong" />
        <rect x="44" y="58" width="170" height="72" rx="6" className="start-picture" />
        <path d="m44 130 44-40 30 26 26-20 70 34z" className="start-hill" />
        <circle cx="186" cy="78" r="9" className="start-sun" />
        <rect x="44" y="142" width="170" height="6" rx="3" className="start-line" />
        <rect x="44" y="156" width="150" height="6" rx="3" className="start-line" />
        <rect x="44" y="170" width="164" height="6" rx="3" className="start-line" />
        <rect x="44" y="184" width="98" height="6" rx="3" className="start-line" />
      </g>
      <g transform="rotate(8 310 110)">
        <rect x="248" y="14" width="112" height="196" rx="18" className="start-phone" />
        <rect x="256" y="26" width="96" height="172" rx="10" className="start-glass" />
        <rect x="264" y="40" width="80" height="46" rx="6" className="start-picture" />
        <path d="m264 86 22-22 16 14 12-10 30 18z" className="start-hill" />
        <path d="M268 46v-6h6m64 0h6v6m0 34v6h-6m-64 0h-6v-6" className="start-quad" />
        <rect x="264" y="98" width="62" height="8" rx="4" className="start-strong" />
        <rect x="264" y="118" width="80" height="18" rx="9" className="start-button" />
        <rect x="264" y="142" width="80" height="18" rx="9" className="start-button" />
        <rect x="264" y="166" width="80" height="18" rx="9" className="start-button" />
      </g>
    </svg>
  );
}
