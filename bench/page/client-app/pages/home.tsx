// The home page: the texts and pictures of ours, as they were when this was made.
import { Link } from 'react-router'

export function Home() {
  return (
    <main id="main" tabIndex={-1}>
      <header className="hero hero-home">
        <div className="wrap hero-grid">
          <div className="hero-copy">
            <p className="eyebrow">From the soil to the ship, written down</p>
            <h1>Growing Nigeria's Agricultural Future</h1>
            <p className="lead">
              We advance agricultural practices, food security and sustainable farming: better yields this
              season, food that people can count on, and soil that is still good for the next.
            </p>
            <div className="actions">
              <Link className="btn btn-primary" to="/marketplace">
                Our Services
              </Link>
              <Link className="btn btn-outline" to="/agriculture">
                Learn More
              </Link>
            </div>
          </div>
          <div className="hero-scene">
            <svg
              viewBox="0 0 520 544"
              className="scene"
              role="img"
              aria-label="The company's logo: the sun over ridged fields, granaries on one side and a ship on the other, in a woven hem"
            >
              <pattern id="company-crest-hem" width="52" height="26" patternUnits="userSpaceOnUse">
                <path fill="#27386b" d="M0 0h52v26H0z" />
                <path fill="#e0a526" d="M0 13L13 0l13 13-13 13z" />
                <path fill="#27386b" d="M6 13l7-7 7 7-7 7z" />
                <path fill="none" stroke="#fbf8f1" strokeWidth="2" d="M29 13l10-10 10 10-10 10z" />
                <path fill="#fbf8f1" d="M36 13l3-3 3 3-3 3z" />
              </pattern>
              <path fill="none" stroke="#27386b" strokeWidth="24" strokeDasharray="4 6.32" d="M1 532h518" />
              <path fill="#123a26" d="M0 0h520v520H0z" />
              <path fill="url(#company-crest-hem)" d="M0 0h520v26H0zM0 494h520v26H0z" />
              <path fill="#e0a526" d="M0 32h520v4H0zM0 484h520v4H0z" />
              <path fill="#f6ead0" d="M0 42h520v436H0z" />
              <circle cx="268" cy="212" r="150" fill="#f6dfac" />
              <circle cx="268" cy="212" r="118" fill="#f0cf86" />
              <circle cx="268" cy="212" r="84" fill="#e0a526" />
              <path fill="#27386b" d="M300 226h220v60H300z" />
              <path fill="none" stroke="#8d98c4" strokeWidth="3" d="M420 262h40M470 248h34M390 248h16" />
              <path fill="#a83f22" d="M372 214h132l-14 26H386z" />
              <path fill="#1e5b3a" d="M386 194h26v20h-26z" />
              <path fill="#fbf8f1" d="M414 194h26v20h-26zM470 176h22v38h-22z" />
              <path fill="#7d2c15" d="M442 194h24v20h-24z" />
              <path fill="#16241c" d="M474 182h14v6h-14z" />
              <path fill="#8fa98b" d="M0 214c70-44 130-50 190-30s90 40 150 44v50H0z" />
              <path fill="#3f7a53" d="M0 262c90-34 200-34 270-24s160 24 250 12v228H0z" />
              <path
                fill="#1e5b3a"
                d="M252 240C170 274 70 352 0 440v38h36c62-96 136-178 222-236zM264 241c-50 56-112 140-154 237h66c18-90 50-170 94-236zM276 242c2 70-4 150-24 236h68c2-90-10-170-36-235zM290 243c46 60 86 140 110 235h70c-44-98-100-176-170-234zM308 245c84 46 154 108 212 190v-66c-56-56-120-96-200-122z"
              />
              <path
                fill="none"
                stroke="#123a26"
                strokeWidth="4"
                d="M0 262c90-34 200-34 270-24s160 24 250 12"
              />
              <path fill="#a83f22" d="M44 196h66v70H44zM132 214h46v44h-46z" />
              <path fill="#7d2c15" d="M30 202l47-60 47 60zM122 218l33-42 33 42z" />
              <path fill="#16241c" d="M68 226h18v40H68zM148 232h13v26h-13z" />
            </svg>
          </div>
        </div>
      </header>
      <section className="wrap impact" aria-labelledby="our-impact">
        <h2 id="our-impact" className="eyebrow">
          Our Impact
        </h2>
        <dl className="figures">
          <div>
            <dt>farmers supported</dt>
            <dd>1000+</dd>
          </div>
          <div>
            <dt>projects completed</dt>
            <dd>50+</dd>
          </div>
          <div>
            <dt>states reached</dt>
            <dd>15</dd>
          </div>
        </dl>
      </section>
      <section className="section" id="core-business-areas">
        <div className="wrap">
          <div className="split areas-head">
            <div className="section-head">
              <p className="eyebrow">What we do</p>
              <h2>Core Business Areas</h2>
              <p className="lead">
                Five lines of work that feed one another. The land gives the produce, the produce needs roads
                and stores, and both need partners who know the market and the rules. We do each of them
                ourselves.
              </p>
            </div>
            <nav className="area-ring" aria-label="Business areas around the company">
              <svg
                viewBox="0 0 520 520"
                className="ring-ground"
                fill="none"
                stroke="#d9d0bb"
                aria-hidden="true"
              >
                <circle cx="260" cy="260" r="250" />
                <circle cx="260" cy="260" r="180" strokeWidth="12" strokeDasharray="2 8" stroke="#e0a526" />
                <circle cx="260" cy="260" r="96" />
                <path d="M260 166l94 94-94 94-94-94zM260 120l140 140-140 140-140-140z" />
              </svg>
              <span className="ring-centre">
                <svg viewBox="0 0 40 40" className="logo" aria-hidden="true">
                  <rect width="40" height="40" rx="3" fill="#123a26" />
                  <circle cx="20" cy="15" r="7" fill="#e0a526" />
                  <path d="M0 17c8-5 14-5 20-2s13 2 20-2v19H0z" fill="#1e5b3a" />
                  <path
                    d="M20 16C13 19 6 25 2 32M20 16c-3 4-6 10-7 16M20 16c3 4 6 10 7 16M20 16c7 3 14 9 18 16"
                    fill="none"
                    stroke="#e0a526"
                    strokeWidth="1.6"
                  />
                  <path d="M0 32h40v5a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3z" fill="#27386b" />
                  <path
                    d="M2 36l3-3 3 3-3 3zM12 36l3-3 3 3-3 3zM22 36l3-3 3 3-3 3zM32 36l3-3 3 3-3 3z"
                    fill="#fbf8f1"
                  />
                </svg>
              </span>
              <ul>
                <li>
                  <Link className="ring-node ring-1" data-area="agriculture" to="/agriculture">
                    <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                      <path d="M12 21v-9m0 3c-4 0-6-2-6-6 4 0 6 2 6 6Zm0-3c0-4 2-6 6-6 0 4-2 6-6 6ZM3 21h18" />
                    </svg>
                    Agriculture
                  </Link>
                </li>
                <li>
                  <Link className="ring-node ring-2" data-area="real-estate" to="/real-estate">
                    <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                      <path d="M3 21h18M5 21V10l7-6 7 6v11M10 21v-6h4v6" />
                    </svg>
                    Real Estate
                  </Link>
                </li>
                <li>
                  <Link className="ring-node ring-3" data-area="general-contract" to="/general-contract">
                    <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                      <path d="M3 21h18M6 21V3m0 3h15M6 6l5-3m7 3v5m-2.5 0h5v3h-5zM9 21v-6h6v6" />
                    </svg>
                    General Contract
                  </Link>
                </li>
                <li>
                  <Link
                    className="ring-node ring-4"
                    data-area="franchise-partnership"
                    to="/franchise-partnership"
                  >
                    <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                      <path d="M3 8l4-2 5 2 5-2 4 2v8l-4 1-5 3-5-3-4-1zM8 13l3-3 2 1 4 4" />
                    </svg>
                    Franchise &amp; Partnership
                  </Link>
                </li>
                <li>
                  <Link
                    className="ring-node ring-5"
                    data-area="company-representation"
                    to="/company-representation"
                  >
                    <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                      <path d="M4 8h16v12H4zM9 8V5h6v3M4 13h16m-8-1v2" />
                    </svg>
                    Company Representation
                  </Link>
                </li>
              </ul>
            </nav>
          </div>
          <ul className="area-icons">
            <li>
              <Link to="/agriculture">
                <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                  <path d="M12 21v-9m0 3c-4 0-6-2-6-6 4 0 6 2 6 6Zm0-3c0-4 2-6 6-6 0 4-2 6-6 6ZM3 21h18" />
                </svg>
                Agriculture
              </Link>
            </li>
            <li>
              <Link to="/real-estate">
                <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                  <path d="M3 21h18M5 21V10l7-6 7 6v11M10 21v-6h4v6" />
                </svg>
                Real Estate
              </Link>
            </li>
            <li>
              <Link to="/general-contract">
                <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                  <path d="M3 21h18M6 21V3m0 3h15M6 6l5-3m7 3v5m-2.5 0h5v3h-5zM9 21v-6h6v6" />
                </svg>
                General Contract
              </Link>
            </li>
            <li>
              <Link to="/franchise-partnership">
                <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                  <path d="M3 8l4-2 5 2 5-2 4 2v8l-4 1-5 3-5-3-4-1zM8 13l3-3 2 1 4 4" />
                </svg>
                Franchise &amp; Partnership
              </Link>
            </li>
            <li>
              <Link to="/company-representation">
                <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                  <path d="M4 8h16v12H4zM9 8V5h6v3M4 13h16m-8-1v2" />
                </svg>
                Company Representation
              </Link>
            </li>
          </ul>
          <div className="areas">
            <article className="area">
              <svg
                viewBox="0 0 480 360"
                className="scene"
                role="img"
                aria-label="A farmer with a hoe on a ridged field at dawn, two granaries behind"
              >
                <path fill="#f6ead0" d="M0 0h480v200H0z" />
                <circle cx="318" cy="128" r="92" fill="#f0cf86" />
                <circle cx="318" cy="128" r="60" fill="#e0a526" />
                <path fill="#8fa98b" d="M0 148c60-26 108-24 168-6s120 22 178 2 96-20 134-8v80H0z" />
                <path fill="#3f7a53" d="M0 186c120-22 340-22 480 0v174H0z" />
                <path
                  fill="#1e5b3a"
                  d="M228 176C150 210 60 280-20 380h62c56-92 120-164 194-204zM240 175c-40 50-84 124-116 205h60c12-78 34-152 62-205zM250 175c8 60 12 130 8 205h60c-10-80-34-150-62-205zM260 175c44 50 92 124 126 205h64c-46-88-108-160-182-205zM274 175c84 40 160 100 226 180v-44c-62-60-132-106-214-136z"
                />
                <path fill="#a83f22" d="M58 142h52v52H58zM128 156h38v36h-38z" />
                <path fill="#7d2c15" d="M48 146l36-46 36 46zM120 158l27-34 27 34z" />
                <path fill="#16241c" d="M77 164h14v30H77z" />
                <path fill="none" stroke="#7d2c15" strokeWidth="7" strokeLinecap="round" d="M352 158l66 96" />
                <path fill="#16241c" d="M408 246l26-4 6 18-22 4z" />
                <path fill="#27386b" d="M352 186c10-16 34-16 44 0l10 78h-62z" />
                <path fill="#e0a526" d="M349 226h51l2 12h-54z" />
                <path fill="#16241c" d="M354 262h16v54h-16zM382 262h16v54h-16z" />
                <path
                  fill="none"
                  stroke="#4a2a18"
                  strokeWidth="12"
                  strokeLinecap="round"
                  d="M360 192l28 24M394 194l-2 30"
                />
                <circle cx="374" cy="158" r="18" fill="#4a2a18" />
                <path fill="#e0a526" d="M342 154c12-6 18-22 32-22s20 16 32 22z" />
              </svg>
              <div className="area-body">
                <h3>
                  <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                    <path d="M12 21v-9m0 3c-4 0-6-2-6-6 4 0 6 2 6 6Zm0-3c0-4 2-6 6-6 0 4-2 6-6 6ZM3 21h18" />
                  </svg>
                  Agriculture
                </h3>
                <p>Sustainable farming solutions and agricultural innovation</p>
                <h4>Our Portfolio:</h4>
                <ul className="ticks">
                  <li>Crop production and farming consultancy</li>
                  <li>Poultry and livestock</li>
                  <li>A trading platform connecting farmers to markets</li>
                  <li>Sustainable farming practices</li>
                  <li>Farm equipment supply and maintenance</li>
                </ul>
                <Link
                  aria-label="Learn More about Agriculture"
                  className="btn btn-outline btn-sm"
                  to="/agriculture"
                >
                  Learn More
                </Link>
              </div>
            </article>
            <article className="area">
              <svg
                viewBox="0 0 480 360"
                className="scene"
                role="img"
                aria-label="A pegged building plot with a surveyor's level and a house going up"
              >
                <path fill="#f6ead0" d="M0 0h480v360H0z" />
                <path fill="#8fa98b" d="M0 196c90-34 180-24 260-10s150 8 220-16v60H0z" />
                <path fill="#d9b98a" d="M0 218h480v142H0z" />
                <path fill="#c79f6a" d="M0 318l480-44v86H0z" />
                <path fill="#fbf8f1" d="M212 118h176v124H212z" />
                <path fill="#a83f22" d="M192 124L300 52l108 72z" />
                <path fill="#7d2c15" d="M300 52l108 72h-26L300 70z" />
                <path fill="#27386b" d="M236 150h44v40h-44zM324 150h40v40h-40z" />
                <path
                  fill="none"
                  stroke="#fbf8f1"
                  strokeWidth="4"
                  d="M258 150v40M236 170h44M344 150v40M324 170h40"
                />
                <path fill="#16241c" d="M288 196h28v46h-28z" />
                <path
                  fill="none"
                  stroke="#16241c"
                  strokeWidth="5"
                  d="M424 242V60M456 242V60M424 60h32M424 106h32M424 152h32M424 198h32M388 106h36M388 198h36"
                />
                <path
                  fill="none"
                  stroke="#fbf8f1"
                  strokeWidth="3"
                  strokeDasharray="9 7"
                  d="M60 288l136-34 240 18-104 56z"
                />
                <path
                  fill="#a83f22"
                  d="M54 258h12v44l-6 10-6-10zM190 226h12v42l-6 10-6-10zM430 242h12v44l-6 10-6-10zM326 298h12v44l-6 10-6-10z"
                />
                <path
                  fill="none"
                  stroke="#16241c"
                  strokeWidth="7"
                  strokeLinecap="round"
                  d="M116 178L86 300M116 178l32 122M116 178v112"
                />
                <path fill="#e0a526" d="M88 150h58v28H88z" />
                <path fill="#27386b" d="M146 156h18v16h-18zM78 158h10v12H78z" />
              </svg>
              <div className="area-body">
                <h3>
                  <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                    <path d="M3 21h18M5 21V10l7-6 7 6v11M10 21v-6h4v6" />
                  </svg>
                  Real Estate
                </h3>
                <p>Property development and investment solutions</p>
                <h4>Our Portfolio:</h4>
                <ul className="ticks">
                  <li>Residential and commercial development</li>
                  <li>Investment consulting</li>
                  <li>Property management</li>
                  <li>Land acquisition</li>
                  <li>Construction project management</li>
                </ul>
                <Link
                  aria-label="Learn More about Real Estate"
                  className="btn btn-outline btn-sm"
                  to="/real-estate"
                >
                  Learn More
                </Link>
              </div>
            </article>
            <article className="area">
              <svg
                viewBox="0 0 480 360"
                className="scene"
                role="img"
                aria-label="A bridge under construction over a river, with a tower crane setting a beam"
              >
                <path fill="#f1eadb" d="M0 0h480v360H0z" />
                <circle cx="96" cy="92" r="46" fill="#e0a526" />
                <path fill="#8fa98b" d="M0 204c80-40 160-30 240-14s170 10 240-20v70H0z" />
                <path fill="#27386b" d="M0 262h480v98H0z" />
                <path
                  fill="none"
                  stroke="#8d98c4"
                  strokeWidth="3"
                  d="M30 300h70M150 324h90M330 296h60M400 336h60M250 284h40M40 342h60"
                />
                <path fill="#3f7a53" d="M0 196h84l34 72H0zM480 196h-54l-30 72h84z" />
                <path fill="#5b665f" d="M132 212h34v102h-34zM236 212h34v102h-34zM340 212h34v102h-34z" />
                <path
                  fill="#16241c"
                  d="M120 204h58v14h-58zM224 204h58v14h-58zM328 204h58v14h-58zM0 184h284v22H0zM352 184h128v22H352z"
                />
                <path
                  fill="none"
                  stroke="#e0a526"
                  strokeWidth="3"
                  strokeDasharray="14 10"
                  d="M0 195h284M352 195h128"
                />
                <path
                  fill="none"
                  stroke="#a83f22"
                  strokeWidth="7"
                  d="M190 184V28M212 184V28M190 184l22-26-22-26 22-26-22-26 22-26-22-26M110 40h250M190 40l11-26 11 26M201 14L352 40M201 14l-86 26"
                />
                <path fill="#16241c" d="M112 40h34v28h-34z" />
                <path
                  fill="none"
                  stroke="#16241c"
                  strokeWidth="3"
                  d="M318 40v82M318 122l-30 22M318 122l30 22"
                />
                <path fill="#5b665f" d="M284 144h68v20h-68z" />
                <path fill="#e0a526" d="M32 142h44v30H32zM44 122h28v22H44z" />
                <path fill="#16241c" d="M50 128h16v14H50z" />
                <circle cx="38" cy="172" r="14" fill="#16241c" />
                <circle cx="76" cy="170" r="15" fill="#5b665f" />
              </svg>
              <div className="area-body">
                <h3>
                  <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                    <path d="M3 21h18M6 21V3m0 3h15M6 6l5-3m7 3v5m-2.5 0h5v3h-5zM9 21v-6h6v6" />
                  </svg>
                  General Contract
                </h3>
                <p>Construction and infrastructure development</p>
                <h4>Our Portfolio:</h4>
                <ul className="ticks">
                  <li>Infrastructure</li>
                  <li>Civil engineering</li>
                  <li>Building construction and renovation</li>
                  <li>Project management and consulting</li>
                  <li>Quality assurance and compliance</li>
                </ul>
                <Link
                  aria-label="Learn More about General Contract"
                  className="btn btn-outline btn-sm"
                  to="/general-contract"
                >
                  Learn More
                </Link>
              </div>
            </article>
            <article className="area">
              <svg
                viewBox="0 0 480 360"
                className="scene"
                role="img"
                aria-label="Two hands over an agreement on a table, with a seal, a pen and two cups of tea"
              >
                <path fill="#123a26" d="M0 0h480v360H0z" />
                <path fill="#a4683a" d="M28 28h424v304H28z" />
                <path fill="none" stroke="#8a5229" strokeWidth="3" d="M28 104h424M28 180h424M28 256h424" />
                <path fill="#fbf8f1" d="M142 76l132-16 22 190-132 16z" />
                <path fill="#f1eadb" d="M222 92l132 12-18 192-132-12z" />
                <path fill="#fbf8f1" d="M210 84l132 6-10 196-132-6z" />
                <path
                  fill="none"
                  stroke="#b9ad90"
                  strokeWidth="4"
                  d="M226 112l64 3M225 134l98 5M224 154l98 5M223 174l98 5M222 194l60 3"
                />
                <path
                  fill="none"
                  stroke="#27386b"
                  strokeWidth="4"
                  strokeLinecap="round"
                  d="M222 252c10-16 14 10 24-4s12 8 26-4"
                />
                <circle cx="304" cy="246" r="21" fill="#a83f22" />
                <circle cx="304" cy="246" r="12" fill="none" stroke="#f0cf86" strokeWidth="3" />
                <path fill="#27386b" d="M0 196l86-12 22 60L0 276z" />
                <path fill="#e0a526" d="M84 180l16-3 24 66-17 5z" />
                <path
                  fill="#4a2a18"
                  d="M98 186c36-14 66-12 92 10 8 8 2 18-8 16l-30-8 34 28c6 8-2 16-10 12l-60-12-10 10z"
                />
                <path fill="none" stroke="#16241c" strokeWidth="7" strokeLinecap="round" d="M164 186l58 64" />
                <path fill="#3f7a53" d="M480 76l-80 8-14 64 94 14z" />
                <path fill="#fbf8f1" d="M386 82h16l-10 66-17-2z" />
                <path
                  fill="#6b3d22"
                  d="M390 92c-30-8-58 0-76 20-6 8 0 16 8 14l26-6-28 26c-6 8 2 14 10 10l50-20z"
                />
                <circle cx="92" cy="92" r="34" fill="#fbf8f1" />
                <circle cx="92" cy="92" r="25" fill="#a83f22" />
                <circle cx="396" cy="268" r="34" fill="#fbf8f1" />
                <circle cx="396" cy="268" r="25" fill="#a83f22" />
              </svg>
              <div className="area-body">
                <h3>
                  <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                    <path d="M3 8l4-2 5 2 5-2 4 2v8l-4 1-5 3-5-3-4-1zM8 13l3-3 2 1 4 4" />
                  </svg>
                  Franchise &amp; Partnership
                </h3>
                <p>Strategic business partnerships and franchise operations</p>
                <h4>Our Portfolio:</h4>
                <ul className="ticks">
                  <li>Franchise development</li>
                  <li>Partnerships</li>
                  <li>Market entry support</li>
                  <li>Brand licensing</li>
                  <li>Joint venture facilitation</li>
                </ul>
                <Link
                  aria-label="Learn More about Franchise & Partnership"
                  className="btn btn-outline btn-sm"
                  to="/franchise-partnership"
                >
                  Learn More
                </Link>
              </div>
            </article>
            <article className="area">
              <svg
                viewBox="0 0 480 360"
                className="scene"
                role="img"
                aria-label="A port: containers on the quay, a gantry crane, and a ship being loaded"
              >
                <path fill="#f6ead0" d="M0 0h480v360H0z" />
                <circle cx="384" cy="88" r="50" fill="#e0a526" />
                <path fill="#27386b" d="M0 238h480v122H0z" />
                <path
                  fill="none"
                  stroke="#8d98c4"
                  strokeWidth="3"
                  d="M250 300h70M360 318h80M300 336h50M410 284h60"
                />
                <path fill="#fbf8f1" d="M398 150h48v76h-48z" />
                <path fill="#16241c" d="M406 160h32v10h-32zM412 128h14v24h-14z" />
                <path fill="#a83f22" d="M236 224h238l-26 50H262z" />
                <path fill="#fbf8f1" d="M240 224h234l-4 10H244z" />
                <path fill="#3f7a53" d="M256 196h42v28h-42zM346 168h42v28h-42z" />
                <path fill="#e0a526" d="M301 196h42v28h-42z" />
                <path fill="#5b665f" d="M346 196h42v28h-42zM256 168h42v28h-42z" />
                <path fill="#b9ad90" d="M0 270h222v90H0z" />
                <path fill="#f1eadb" d="M0 270h222v10H0z" />
                <path fill="#a83f22" d="M14 234h62v36H14z" />
                <path fill="#1e5b3a" d="M80 234h62v36H80zM14 196h62v36H14z" />
                <path fill="#e0a526" d="M80 196h62v36H80z" />
                <path fill="#27386b" d="M14 158h62v36H14z" />
                <path
                  fill="none"
                  stroke="#16241c"
                  strokeOpacity=".35"
                  strokeWidth="2.5"
                  d="M26 162v104M38 162v104M50 162v104M62 162v104M92 200v66M104 200v66M116 200v66M128 200v66"
                />
                <path
                  fill="none"
                  stroke="#16241c"
                  strokeWidth="9"
                  d="M160 270V72M214 270V72M150 76h226M160 76l27-48 27 48M187 28l180 46"
                />
                <path
                  fill="none"
                  stroke="#16241c"
                  strokeWidth="5"
                  d="M160 270l54-70M160 200h54M160 200l54-70"
                />
                <path fill="#16241c" d="M304 76h34v14h-34z" />
                <path fill="none" stroke="#16241c" strokeWidth="3" d="M310 90v32M332 90v32" />
                <path fill="#27386b" d="M298 122h46v28h-46z" />
              </svg>
              <div className="area-body">
                <h3>
                  <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                    <path d="M4 8h16v12H4zM9 8V5h6v3M4 13h16m-8-1v2" />
                  </svg>
                  Company Representation
                </h3>
                <p>Business representation and corporate services</p>
                <h4>Our Portfolio:</h4>
                <ul className="ticks">
                  <li>Corporate representation</li>
                  <li>Business development consulting</li>
                  <li>Market research</li>
                  <li>Regulatory compliance assistance</li>
                  <li>Corporate communications and PR</li>
                </ul>
                <Link
                  aria-label="Learn More about Company Representation"
                  className="btn btn-outline btn-sm"
                  to="/company-representation"
                >
                  Learn More
                </Link>
              </div>
            </article>
            <div className="area area-next on-forest">
              <svg className="band" aria-hidden="true">
                <pattern id="_R_1mr35_" width="56" height="14" patternUnits="userSpaceOnUse">
                  <path fill="#27386b" d="M0 0h56v14H0z" />
                  <path fill="#e0a526" d="M0 7l7-7 7 7-7 7zM28 7l7-7 7 7-7 7z" />
                  <path
                    fill="none"
                    stroke="#fbf8f1"
                    strokeWidth="1.4"
                    d="M14 7l7-7 7 7-7 7zM42 7l7-7 7 7-7 7z"
                  />
                  <path fill="#fbf8f1" d="M21 5l2 2-2 2-2-2zM49 5l2 2-2 2-2-2z" />
                  <path fill="#27386b" d="M7 4.5l2.5 2.5L7 9.5 4.5 7zM35 4.5l2.5 2.5L35 9.5 32.5 7z" />
                </pattern>
                <rect width="100%" height="100%" fill="url(#_R_1mr35_)" />
              </svg>
              <h3>Not sure which door is yours?</h3>
              <p>Tell us what you need and where. We will point you to the people who do that work.</p>
              <div className="actions">
                <Link className="btn btn-primary" to="/contact">
                  Contact us
                </Link>
              </div>
            </div>
          </div>
        </div>
      </section>
      <section className="section on-forest quick">
        <div className="wrap">
          <div className="section-head">
            <h2>Quick Access</h2>
            <p className="lead">Where would you like to begin?</p>
          </div>
          <div className="cells">
            <Link className="cell" to="/marketplace">
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M4 9l2-5h12l2 5M4 9v11h16V9M4 9h16M9 20v-6h6v6" />
              </svg>
              <h3>Marketplace</h3>
              <p>Rice, yam, maize, palm oil and more from Nigerian farms, by the bag.</p>
              <span className="go">
                See the produce{' '}
                <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                  <path d="M4 12h15m-6-6l6 6-6 6" />
                </svg>
              </span>
            </Link>
            <Link className="cell" to="/investor-hub">
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M4 20h16M6 17v-5m4 5V8m4 9v-7m4 7V5M4 9l5-5 4 3 6-4" />
              </svg>
              <h3>Investor Hub</h3>
              <p>Register as an individual, a company or a SIDRA holder.</p>
              <span className="go">
                Open the hub{' '}
                <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                  <path d="M4 12h15m-6-6l6 6-6 6" />
                </svg>
              </span>
            </Link>
            <Link className="cell" to="/franchise-partnership">
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M3 8l4-2 5 2 5-2 4 2v8l-4 1-5 3-5-3-4-1zM8 13l3-3 2 1 4 4" />
              </svg>
              <h3>Franchise Partnership</h3>
              <p>Bring the model to your state, or enter Nigeria with us.</p>
              <span className="go">
                See the ways to work together{' '}
                <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                  <path d="M4 12h15m-6-6l6 6-6 6" />
                </svg>
              </span>
            </Link>
            <Link className="cell" to="/careers">
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M4 8h16v12H4zM9 8V5h6v3m-3 3v4m-2-2h4" />
              </svg>
              <h3>Careers</h3>
              <p>Seven departments, from the farm gate to the export desk.</p>
              <span className="go">
                See the departments{' '}
                <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                  <path d="M4 12h15m-6-6l6 6-6 6" />
                </svg>
              </span>
            </Link>
          </div>
        </div>
      </section>
      <section className="section" id="get-in-touch">
        <div className="wrap">
          <div className="callout">
            <div>
              <h2>Get in Touch</h2>
              <p>
                Talk to a person who knows the farms and the paperwork. Say what you grow, need or plan to
                build, and where.
              </p>
            </div>
            <div className="actions">
              <a
                href="https://wa.me/2347000000003?text=Hello%2C%20I%20am%20writing%20from%20your%20website.%20I%20would%20like%20to%20know%20more%20about%20your%20services."
                target="_blank"
                rel="noopener"
                className="btn btn-primary"
              >
                <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                  <path d="M4 5h16v11H10l-5 4v-4H4zM8 9h8m-8 3h5" />
                </svg>{' '}
                Chat with us
              </a>
              <Link className="btn btn-outline" to="/contact">
                Contact us
              </Link>
            </div>
          </div>
        </div>
      </section>
    </main>
  )
}
