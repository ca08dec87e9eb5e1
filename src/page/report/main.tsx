// The report of a run.
import '../style/base.css';
